import { defineComponent, h, onMounted, ref } from "vue";

/** The playground, which runs in the browser alone and is loaded when its page is shown. */
export const Playground = defineComponent({
  setup: () => {
    const element = ref<HTMLElement>();
    onMounted(async () => {
      const { mountPlayground } = await import("../../play/mount.js");
      if (element.value) mountPlayground(element.value);
    });
    return () => h("div", { ref: element, class: "playground" });
  },
});
