import { useData, withBase, type Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { defineComponent, h } from "vue";
import { FilterTable } from "./filter-table.js";
import { Playground } from "./playground.js";
import { Sample } from "./sample.js";
import "./house.css";

/** The layout of VitePress; below each page of words there is a link to its Markdown. */
const Layout = defineComponent({
  setup: () => {
    const { page } = useData();
    const link = () =>
      h(
        "p",
        { class: "as-markdown" },
        h("a", { href: withBase(`/${page.value.relativePath}`) }, "This page as Markdown"),
      );
    return () => h(DefaultTheme.Layout, null, { "doc-footer-before": link });
  },
});

const theme: Theme = {
  extends: DefaultTheme,
  Layout,
  enhanceApp: ({ app }) => {
    app.component("FilterTable", FilterTable);
    app.component("Playground", Playground);
    app.component("Sample", Sample);
  },
};

export default theme;
