// Runs when a push service has something for this browser, whether or not a page of ours is open.

addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data.json();
  } catch {
    // Nothing that we said; a browser that is told must show something all the same.
  }
  const { title, body, link, tag, language } = told;
  event.waitUntil(registration.showNotification(title || location.host, { body, tag, lang: language, data: { link } }));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.link));
});

// The page behind it: one that lies open comes to the front, else a new one is opened; none of another site.
async function open(link) {
  const goal = new URL(link || "/", location.origin);
  if (goal.origin !== location.origin) return;
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => page.url.split("#")[0] === goal.href);
  await (there ? there.focus() : clients.openWindow(goal.href));
}
