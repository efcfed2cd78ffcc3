"use strict";
// What every part of the page uses. Texts are put in as text, never as HTML.
const at = (id) => document.getElementById(id);

function make(name, attributes = {}, ...children) {
  const svg = ["svg", "g", "line", "circle", "path", "text", "rect", "title"].includes(name);
  const made = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

function begin() {
  const data = JSON.parse(at("data").textContent);
  const wanted = new URLSearchParams(location.search).get("theme");
  let dark = wanted ? wanted === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = () => {
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    at("theme").setAttribute("aria-pressed", dark);
  };
  at("theme").addEventListener("click", () => { dark = !dark; theme(); });
  theme();
  for (const part of document.querySelectorAll(".part")) {
    part.addEventListener("click", () => {
      const script = part.closest("details");
      for (const other of script.querySelectorAll(".part")) other.setAttribute("aria-pressed", other === part);
      script.querySelector(".about").textContent = part.dataset.about.replaceAll("`", "");
    });
  }
  showHistory(data.scores);
  showCurves(data.curves);
  showPower(data.power);
  showDraws(data.power);
  showMuTorere(data.mu_torere);
  showMenace();
  if (data.tournament) showTournament(data.tournament);
  document.documentElement.dataset.ready = "yes";
}

if (typeof document !== "undefined") document.addEventListener("DOMContentLoaded", begin);
