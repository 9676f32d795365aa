import { defineClientComponent, useData, withBase, type Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { defineComponent, h } from "vue";
import { FilterTable } from "./filter-table.js";
import { Sample } from "./sample.js";
import { Tabs } from "./tabs.js";
import "./house.css";

/** The layout of VitePress, with a link to the Markdown below each page, and a page for what is not there. */
const Layout = defineComponent({
  setup: () => {
    const { page } = useData();
    const link = () =>
      h(
        "p",
        { class: "as-markdown" },
        h("a", { href: withBase(`/${page.value.relativePath}`) }, "This page as Markdown"),
      );
    const missing = () =>
      h("main", { class: "vp-doc missing" }, [
        h("h1", "There is no such page"),
        h("p", ["Search for it, or go to ", h("a", { href: withBase("/") }, "the start"), "."]),
      ]);
    return () => h(DefaultTheme.Layout, null, { "doc-footer-before": link, "not-found": missing });
  },
});

/** It runs in the browser alone, and is loaded when its page is shown. */
const Playground = defineClientComponent(async () => (await import("../../play/playground.js")).Playground);

const theme: Theme = {
  extends: DefaultTheme,
  Layout,
  enhanceApp: ({ app }) => {
    app.component("FilterTable", FilterTable);
    app.component("Playground", Playground);
    app.component("Sample", Sample);
    app.component("Tabs", Tabs);
  },
};

export default theme;
