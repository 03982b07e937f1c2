import "./style.css";

const app = document.querySelector<HTMLElement>("#app");
if (!app) throw new Error("index.html has no element with id app");

const title = document.createElement("h1");
title.textContent = "fourbar";
app.append(title);
