// Buttons that copy a link. Where a browser cannot, they stay hidden: the link stands below them.
(() => {
  "use strict";
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll("button[data-copy]")) {
    button.hidden = false;
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(button.dataset.copy);
        button.textContent = button.dataset.copied;
      } catch {
        const link = button.closest("li").querySelector("details");
        link.open = true;
        getSelection().selectAllChildren(link.querySelector("code"));
      }
    });
  }
})();
