// Keeps the page for the time without a network.
if ("serviceWorker" in navigator) navigator.serviceWorker.register("./worker.js");
