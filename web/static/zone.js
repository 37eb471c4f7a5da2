// Fills in the time zone of this browser, where nobody has said another. The server looks whether it knows it.
(() => {
  "use strict";
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  if (!zone) return;
  for (const field of document.querySelectorAll("input[data-zone]")) {
    if (field.value === "" || field.value === "UTC") field.value = zone;
  }
  for (const told of document.querySelectorAll("[data-zone-told]")) {
    told.textContent = told.textContent.replace(/\bUTC\b/, zone);
  }
})();
