// The robot of the home page turns, until somebody takes hold of it or asks for less motion.
const viewer = document.querySelector("robot-viewer[data-drive]");
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

// The robot is light or dark as the page is, also after its button has changed that.
const body = document.body;
const dress = () => {
  viewer.setAttribute("theme", body.dataset.mdColorScheme === "slate" ? "dark" : "light");
};

if (viewer) {
  dress();
  new MutationObserver(dress).observe(body, { attributeFilter: ["data-md-color-scheme"] });
  let moving = !still.matches;
  viewer.addEventListener("pointerdown", () => {
    moving = false;
  });
  const turn = (time) => {
    if (!moving) return;
    viewer.robot.setJointValue(viewer.dataset.drive, (time / 1500) % (2 * Math.PI));
    requestAnimationFrame(turn);
  };
  const start = () => requestAnimationFrame(turn);
  if (viewer.robot) start();
  else viewer.addEventListener("load", start);
}
