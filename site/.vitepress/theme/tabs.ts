import { defineComponent, h, onMounted, onUnmounted, ref } from "vue";

interface Section {
  readonly element: HTMLElement;
  readonly name: string;
}

/** Shows one of the `.tab` elements in its slot, each named by its heading; all of them where no script runs. */
export const Tabs = defineComponent({
  setup: (_, { slots }) => {
    const root = ref<HTMLElement>();
    const sections = ref<readonly Section[]>([]);
    const selected = ref("");

    /** Selects the section that the address leads into. */
    function followAddress(): void {
      const id = decodeURIComponent(location.hash.slice(1));
      const target = id === "" ? null : document.getElementById(id);
      const section = sections.value.find(({ element }) => element.contains(target));
      if (!target || !section) return;
      select(section.name);
      // It had no place while it was hidden.
      setTimeout(() => target.scrollIntoView());
    }

    function select(name: string): void {
      selected.value = name;
      for (const section of sections.value) section.element.hidden = section.name !== name;
    }

    onMounted(() => {
      const elements = Array.from(root.value?.querySelectorAll<HTMLElement>(":scope > .tab") ?? []);
      sections.value = elements.map((element) => ({ element, name: element.querySelector("h2")?.id ?? "" }));
      select(sections.value[0]?.name ?? "");
      followAddress();
      addEventListener("hashchange", followAddress);
    });
    onUnmounted(() => removeEventListener("hashchange", followAddress));

    const move = (by: number) => (event: KeyboardEvent) => {
      const names = sections.value.map(({ name }) => name);
      const next = names.at((names.indexOf(selected.value) + by) % names.length) ?? "";
      select(next);
      (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`[data-name="${next}"]`)?.focus();
    };
    const button = ({ name }: Section) =>
      h(
        "button",
        {
          role: "tab",
          "data-name": name,
          "aria-selected": name === selected.value,
          tabindex: name === selected.value ? 0 : -1,
          onClick: () => {
            select(name);
          },
        },
        name,
      );
    const onKeydown = (event: KeyboardEvent) => {
      if (event.key === "ArrowRight") move(1)(event);
      if (event.key === "ArrowLeft") move(-1)(event);
    };

    return () =>
      h("div", { ref: root, class: "tabs" }, [
        h("div", { role: "tablist", "aria-label": "Contracts", onKeydown }, sections.value.map(button)),
        slots.default?.(),
      ]);
  },
});
