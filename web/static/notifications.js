// Turns the notifications of this browser on and off, by its own leave. Without it the page says that they are not to be
// had.

const place = document.querySelector("[data-push]");
const form = place.querySelector("form[data-push-on]");
const show = (what, shown) => {
  for (const one of document.querySelectorAll(`[data-when~="${what}"]`)) one.hidden = !shown;
};
const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
const plain = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

const able = window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
const worker = () => navigator.serviceWorker.register(place.dataset.worker);

// What this browser has already; one under another key than today's is given up.
async function subscribed() {
  const found = await (await navigator.serviceWorker.getRegistration(place.dataset.worker))?.pushManager.getSubscription();
  const key = found?.options.applicationServerKey;
  if (!found || (key && plain(key) === place.dataset.push)) return found;
  await found.unsubscribe();
  return null;
}

async function turnOn() {
  if ((await Notification.requestPermission()) !== "granted") return blocked();
  await worker();
  const { pushManager } = await navigator.serviceWorker.getRegistration(place.dataset.worker);
  const key = { userVisibleOnly: true, applicationServerKey: bytes(place.dataset.push) };
  const made = (await subscribed()) || (await pushManager.subscribe(key));
  form.elements.endpoint.value = made.endpoint;
  form.elements.public_key.value = plain(made.getKey("p256dh"));
  form.elements.auth_secret.value = plain(made.getKey("auth"));
  form.submit();
}

function blocked() {
  show("ready", false);
  show("blocked", Notification.permission === "denied");
  show("ready", Notification.permission !== "denied");
}

if (form && able) {
  show("unable", false);
  blocked();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show("failed", false);
    turnOn().catch((fault) => {
      console.warn("No notifications:", fault);
      show("failed", true);
    });
  });
}

// Whoever turns this browser off gives up what the browser itself keeps, too.
const off = place.querySelector("form[data-push-off]");
if (off && able) {
  off.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await (await subscribed())?.unsubscribe();
    } catch (fault) {
      console.warn("The browser keeps its subscription:", fault);
    }
    off.submit();
  });
}
