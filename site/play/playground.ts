import { type Remote, wrap } from "comlink";
import type { EditorView } from "codemirror";
import * as addresses from "virtual:playground/addresses";
import { defineComponent, h, nextTick, onMounted, onUnmounted, ref, shallowReactive, shallowRef } from "vue";
import { type PlaygroundState, decodeAddress, encodeAddress } from "./address.js";
import { createEditor, replaceCode, showFindings } from "./editor.js";
import { EXAMPLE } from "./example.js";
import type { LintWorker } from "./lint.worker.js";
import { type Actions, createModel, findPreset } from "./model.js";
import { keepForOffline } from "./offline.js";
import { runApart } from "./sandbox.js";
import { viewDifference, viewFindings, viewReceived, viewSettings } from "./views.js";
import "./play.css";

const PAUSE = 300;

/**
 * Starts the worker with a script of this page: one that the browser fetches itself does not pass the service worker,
 * whose scope is the page.
 */
function startWorker(): Worker {
  const script = `importScripts(${JSON.stringify(new URL(addresses.lint, location.href).href)});`;
  return new Worker(URL.createObjectURL(new Blob([script])));
}

export const Playground = defineComponent({
  name: "PlaygroundView",
  setup() {
    const place = ref<HTMLElement>();
    const editor = shallowRef<EditorView>();
    const model = shallowReactive(createModel());
    const worker = startWorker();
    const linter: Remote<LintWorker> = wrap(worker);
    let latest = 0;
    let isTyped = false;
    let typesLoaded = Promise.resolve();

    const readState = (): PlaygroundState => ({ code: editor.value?.state.doc.toString() ?? "", ...model.settings });

    async function refresh(): Promise<void> {
      const turn = ++latest;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (turn !== latest || !editor.value) return;
      const state = readState();
      history.replaceState(history.state, "", encodeAddress(state));
      const findings = await loadTypes(state)
        .then(() => linter.lint(state))
        .catch(explain);
      if (turn !== latest) return;
      model.trouble = typeof findings === "string" ? findings : "";
      model.findings = typeof findings === "string" ? [] : findings;
      showFindings(editor.value, model.findings);
      if (!model.findings.some(({ fatal }) => fatal)) await run(state, turn);
    }

    function loadTypes({ types = false }: PlaygroundState): Promise<void> {
      if (types !== isTyped) {
        isTyped = types;
        model.hasTypes = false;
        typesLoaded = linter.setTypes(types ? new URL(addresses.types, location.href).href : undefined).then(() => {
          model.hasTypes = types;
        });
      }
      return typesLoaded;
    }

    async function run({ code }: PlaygroundState, turn: number): Promise<void> {
      const contract = model.settings.contract ?? findPreset(model)?.contract;
      if (!contract) {
        model.received = "This preset has no contract, so there is no boundary. Choose a contract to see one.";
        return;
      }
      const args = parse(model.argsText);
      if (typeof args === "string") {
        model.trouble = `The arguments are no JSON: ${args}`;
        return;
      }
      const script = await linter.transpile(code);
      const received = await runApart({ script, contract, tool: model.tool, args });
      if (turn !== latest) return;
      model.received = received;
      if (typeof received !== "string") model.called = received;
    }

    function open(): void {
      const { code, ...settings } = decodeAddress(location.hash) ?? { code: EXAMPLE };
      model.settings = settings;
      model.optionsText = settings.options ? JSON.stringify(settings.options, null, 2) : "";
      if (editor.value && code !== readState().code) replaceCode(editor.value, code);
      void refresh();
    }

    const actions: Actions = {
      choose: (settings) => {
        const chosen = Object.entries({ ...model.settings, ...settings }).filter(([, value]) => value !== undefined);
        model.settings = Object.fromEntries(chosen);
        void refresh();
      },
      setOptions: () => {
        const options = parse(model.optionsText);
        if (typeof options === "string") model.trouble = `The options are no JSON: ${options}`;
        else actions.choose({ options });
      },
      share: () => {
        history.replaceState(history.state, "", encodeAddress(readState()));
        void navigator.clipboard.writeText(location.href).then(
          () => (model.notice = "The link is copied."),
          () => (model.notice = "Copy the link from the address bar."),
        );
      },
      fixAll: () => {
        const state = readState();
        void linter.fixAll(state).then((output) => {
          model.difference = [state.code, output];
        });
      },
      settle: (code) => {
        model.difference = undefined;
        if (code !== undefined && editor.value) replaceCode(editor.value, code);
        void nextTick(() => editor.value?.focus());
      },
      chooseTool: (tool) => {
        model.tool = tool;
        // Arguments belong to their tool.
        model.argsText = undefined;
        void refresh();
      },
      call: () => void refresh(),
    };

    onMounted(async () => {
      if (!place.value) return;
      editor.value = createEditor(place.value, () => void refresh());
      window.addEventListener("hashchange", open);
      open();
      model.choices = await linter.listChoices();
      await keepForOffline();
    });
    onUnmounted(() => {
      window.removeEventListener("hashchange", open);
      worker.terminate();
      editor.value?.destroy();
      // What still waits has no page to show it.
      editor.value = undefined;
    });

    return () =>
      h("div", { class: "playground" }, [
        viewSettings(model, actions),
        h("div", { class: "play-panes" }, [
          h("div", { class: "play-code", ref: place }),
          h("div", { class: "play-results" }, [
            viewFindings(model, actions, editor.value),
            viewReceived(model, actions),
          ]),
        ]),
        model.difference && viewDifference(model.difference, actions),
      ]);
  },
});

/** Returns the object that a text holds, `undefined` where it is empty, or why it cannot be read. */
function parse(text = ""): Readonly<Record<string, unknown>> | string | undefined {
  try {
    return text.trim() === "" ? undefined : (JSON.parse(text) as Record<string, unknown>);
  } catch (error) {
    return explain(error);
  }
}

function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
