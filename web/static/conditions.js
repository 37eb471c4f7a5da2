// Lines of conditions have a button that opens their builder; it is fetched when somebody wants it.

document.documentElement.classList.add("builds");
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-build]");
  const words = document.getElementById("builder-words");
  const field = button && document.getElementsByName(button.dataset.build)[0];
  if (!field || !words) return;
  try {
    const { Builder } = await import("./condition_builder.js");
    await new Builder(field, words).open();
  } catch {
    field.focus();
  }
});
