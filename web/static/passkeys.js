// Signs in by a passkey, or adds one: fetches a challenge, lets a device sign it, and sends the form. The form stays
// hidden where the browser cannot.
(() => {
  "use strict";
  const form = document.querySelector("form[data-passkey]");
  const able = window.PublicKeyCredential?.parseRequestOptionsFromJSON && location.hostname === form?.dataset.site;
  if (!form || !able) return;
  const adds = form.dataset.passkey === "add";
  const failure = form.querySelector("[data-failure]");
  // A challenge is good for five minutes.
  const RENEWED_AFTER = 4 * 60 * 1000;
  let abort = new AbortController();
  let busy = false;

  async function sign(mediation) {
    abort.abort();
    abort = new AbortController();
    const { signal } = abort;
    const answer = await fetch(form.dataset.passkeyOptions, { signal });
    // The proof is too old: the page asks for another one.
    if (answer.redirected) return location.reload();
    if (!answer.ok) throw new Error(`No challenge: ${answer.status}`);
    const { challenge, options } = await answer.json();
    const credential = adds
      ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options), signal })
      : await navigator.credentials.get({
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
          mediation,
          signal,
        });
    form.elements.challenge.value = challenge;
    form.elements.credential.value = JSON.stringify(credential);
    form.submit();
  }

  // Browsers that can offer passkeys in the address field; a new challenge in time.
  async function offer() {
    if (adds || busy || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    sign("conditional").catch((fault) => console.info("No passkey was chosen:", fault));
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    failure.hidden = busy = true;
    sign().catch((fault) => {
      console.warn("No passkey:", fault);
      failure.hidden = busy = false;
      offer();
    });
  });
  form.hidden = false;
  for (const note of document.querySelectorAll("[data-no-passkeys]")) note.hidden = true;
  setInterval(offer, RENEWED_AFTER);
  offer();
})();
