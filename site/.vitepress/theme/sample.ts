import { withBase } from "vitepress";
import { defineComponent, h } from "vue";

/** A page that a command has written, and a link to see it alone. */
export const Sample = defineComponent({
  props: { name: { type: String, required: true }, title: { type: String, required: true } },
  setup: ({ name, title }) => {
    const src = withBase(`/output/${name}.html`);
    return () =>
      h("div", { class: "sample" }, [
        h("iframe", { src, title, loading: "lazy" }),
        h("a", { href: src, target: "_blank" }, "Open it alone"),
      ]);
  },
});
