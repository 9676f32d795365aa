import DefaultTheme from "vitepress/theme-without-fonts";
import type { Theme } from "vitepress";
import { Playground } from "./playground.js";
import "./house.css";

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component("Playground", Playground);
  },
};

export default theme;
