import { computed, defineComponent, h, onMounted, ref, watch } from "vue";

interface Row {
  readonly element: HTMLTableRowElement;
  readonly text: string;
  readonly cells: readonly string[];
}

/** Searches the table in its slot by words, and by the values of the columns that `by` names, with `,` between them. */
export const FilterTable = defineComponent({
  props: { by: { type: String, default: "" } },
  setup: (props, { slots }) => {
    const root = ref<HTMLElement>();
    const heads = ref<readonly string[]>([]);
    const rows = ref<readonly Row[]>([]);
    const words = ref("");
    const chosen = ref<Readonly<Record<string, string>>>({});
    const columns = computed(() => props.by.split(",").filter((name) => heads.value.includes(name)));
    const shown = computed(() => rows.value.filter(isShown));

    function isShown({ text, cells }: Row): boolean {
      const wanted = words.value.toLowerCase().split(/\s+/);
      const hasWords = wanted.every((word) => text.includes(word));
      return hasWords && columns.value.every((name) => isChosen(name, cells[heads.value.indexOf(name)] ?? ""));
    }

    function isChosen(column: string, cell: string): boolean {
      const value = chosen.value[column];
      return !value || cell.split(/\s+/).includes(value);
    }

    function listValues(column: string): readonly string[] {
      const cells = rows.value.flatMap(({ cells }) => (cells[heads.value.indexOf(column)] ?? "").split(/\s+/));
      return [...new Set(cells)].filter((value) => value && value !== "-");
    }

    onMounted(() => {
      const table = root.value?.querySelector("table");
      heads.value = Array.from(table?.tHead?.rows[0]?.cells ?? [], readText);
      rows.value = Array.from(table?.tBodies[0]?.rows ?? [], (element) => ({
        element,
        text: readText(element).toLowerCase(),
        cells: Array.from(element.cells, readText),
      }));
    });
    watch(shown, (visible) => {
      for (const row of rows.value) row.element.hidden = !visible.includes(row);
    });

    const search = () =>
      h("label", [
        "Search ",
        h("input", {
          type: "search",
          value: words.value,
          onInput: (event: Event) => (words.value = (event.target as HTMLInputElement).value),
        }),
      ]);
    const choice = (column: string) =>
      h("label", [
        `${column} `,
        h(
          "select",
          {
            onChange: (event: Event) =>
              (chosen.value = { ...chosen.value, [column]: (event.target as HTMLSelectElement).value }),
          },
          [h("option", { value: "" }, "any"), ...listValues(column).map((value) => h("option", { value }, value))],
        ),
      ]);
    const count = () => h("output", `${shown.value.length} of ${rows.value.length}`);

    return () =>
      h("div", { ref: root, class: "filter-table" }, [
        h("div", { class: "filters" }, [search(), ...columns.value.map(choice), count()]),
        slots.default?.(),
      ]);
  },
});

const readText = (element: HTMLElement) => element.textContent.trim();
