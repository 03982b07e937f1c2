import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.js";
import "./style.css";

const place = document.querySelector("#app");
if (!place) throw new Error("index.html has no element with id app");
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
