import { createApp } from "vue";
import { Playground } from "./playground.js";
import "./play.css";

/** Shows the playground in an element of the page. */
export function mountPlayground(element: HTMLElement): void {
  createApp(Playground).mount(element);
}
