import type { EditorView } from "codemirror";
import type { Linter } from "eslint";
import { type VNode, h } from "vue";
import { applyFix, createDifference, listQuickFixes, selectFinding } from "./editor.js";
import { type Actions, type Model, findPreset } from "./model.js";
import type { Received, RunAnswer } from "./run.worker.js";

const readValue = (event: Event): string => (event.target as HTMLInputElement).value;

export function viewSettings(model: Model, { choose, setOptions, share }: Actions): VNode {
  const { choices, settings } = model;
  const preset = findPreset(model);
  const contracts = choices?.contracts.map((name) => ({ value: name, text: name })) ?? [];
  return h("form", { class: "play-settings", onSubmit: preventSubmit }, [
    viewSelect("Preset", preset?.name ?? "", choices?.presets.map(({ name }) => ({ value: name, text: name })) ?? [], {
      onChange: (event: Event) => choose({ preset: readValue(event), contract: undefined, rules: undefined }),
    }),
    viewSelect(
      "Contract",
      settings.contract ?? "",
      [{ value: "", text: `as set (${preset?.contract ?? "none"})` }, ...contracts],
      { onChange: (event: Event) => choose({ contract: readValue(event) || undefined }) },
    ),
    h("label", [
      h("input", {
        type: "checkbox",
        checked: settings.types ?? false,
        onChange: (event: Event) => choose({ types: (event.target as HTMLInputElement).checked || undefined }),
      }),
      settings.types && !model.hasTypes ? " Types (loading)" : " Types",
    ]),
    h("button", { type: "button", onClick: share }, "Copy link"),
    h("span", { role: "status" }, model.notice),
    h("details", [
      h("summary", "Rules and options"),
      h("fieldset", { class: "play-rules" }, [h("legend", "Rules"), ...viewRules(model, choose)]),
      h("label", { class: "play-options" }, [
        "Options of the rules, as JSON",
        h("textarea", {
          rows: 4,
          spellcheck: false,
          value: model.optionsText,
          placeholder: '{ "no-raw-error": { "allow": ["AbortError"] } }',
          onInput: (event: Event) => (model.optionsText = readValue(event)),
          onChange: setOptions,
        }),
      ]),
    ]),
  ]);
}

function viewRules(model: Model, choose: Actions["choose"]): VNode[] {
  const { choices, settings } = model;
  const chosen = settings.rules ?? findPreset(model)?.rules ?? [];
  return (choices?.rules ?? []).map(({ name, description }) =>
    h("div", { key: name }, [
      h("label", { title: description }, [
        h("input", {
          type: "checkbox",
          checked: chosen.includes(name),
          onChange: (event: Event) => {
            const others = chosen.filter((each) => each !== name);
            choose({ rules: (event.target as HTMLInputElement).checked ? [...others, name] : others });
          },
        }),
        ` ${name}`,
      ]),
      " ",
      viewLink(`rules/${name}`, `The page of ${name}`, "?"),
    ]),
  );
}

interface Choice {
  readonly value: string;
  readonly text: string;
}

function viewSelect(label: string, value: string, choices: readonly Choice[], on: object): VNode {
  const options = choices.map((each) =>
    h("option", { value: each.value, selected: each.value === value, key: each.value }, each.text),
  );
  return h("label", [`${label} `, h("select", { value, ...on }, options)]);
}

export function viewFindings(model: Model, { fixAll }: Actions, editor: EditorView | undefined): VNode {
  const { findings, trouble, choices } = model;
  const title = findings ? `Findings: ${findings.length}` : "Findings: the rules are loading";
  const canFix = findings?.some(({ fix }) => fix) ?? false;
  return h("section", { "aria-label": "Findings" }, [
    h("div", { class: "play-title" }, [
      h("h2", { "aria-live": "polite" }, title),
      h("button", { type: "button", disabled: !canFix, onClick: fixAll }, "Fix all"),
    ]),
    trouble && h("p", { class: "play-trouble", role: "alert" }, trouble),
    h(
      "ol",
      { class: "play-findings" },
      (findings ?? []).map((each) => editor && viewFinding(each, editor, choices?.codes ?? [])),
    ),
  ]);
}

function viewFinding(message: Linter.LintMessage, editor: EditorView, codes: readonly string[]): VNode {
  const place = `${message.line}:${message.column}`;
  return h("li", [
    h("button", { type: "button", class: "play-place", onClick: () => selectFinding(editor, message) }, place),
    " ",
    ...viewText(message.message, codes),
    " ",
    h("span", { class: "play-rule" }, message.ruleId?.replace("error-contract/", "") ?? "syntax"),
    h(
      "div",
      { class: "play-fixes" },
      listQuickFixes(message).flatMap((fix) => [
        h("button", { type: "button", onClick: () => applyFix(editor, fix) }, viewText(fix.label)),
        // A link cannot stand in a button.
        ...splitText(fix.label)
          .filter(({ isCode, text }) => isCode && codes.includes(text))
          .map(({ text }) => viewCodeLink(text, "?")),
      ]),
    ),
  ]);
}

/** What stands between backticks is code, and a code of a contract leads to its meaning. */
function viewText(text: string, codes: readonly string[] = []): (string | VNode)[] {
  return splitText(text).map((part) => {
    if (!part.isCode) return part.text;
    return codes.includes(part.text) ? viewCodeLink(part.text, h("code", part.text)) : h("code", part.text);
  });
}

function splitText(text: string): { readonly text: string; readonly isCode: boolean }[] {
  return text.split("`").map((part, index) => ({ text: part, isCode: index % 2 === 1 }));
}

function viewCodeLink(code: string, content: VNode | string): VNode {
  return viewLink(`codes#${code}`, `The code ${code}`, content);
}

/** A link to another page of the site. */
function viewLink(page: string, label: string, content: VNode | string): VNode {
  return h("a", { href: import.meta.env.BASE_URL + page, target: "_blank", "aria-label": label }, [content]);
}

export function viewReceived(model: Model, actions: Actions): VNode {
  const { received, called } = model;
  return h("section", { "aria-label": "Client" }, [
    h("h2", "What the client receives"),
    called && viewCall(called, model, actions),
    typeof received === "string" ? h("p", received) : viewAnswers(received),
  ]);
}

function viewCall({ tools, tool, args }: RunAnswer, model: Model, { chooseTool, call }: Actions): VNode {
  const choices = tools.map((name) => ({ value: name, text: name }));
  return h("form", { class: "play-call", onSubmit: preventSubmit }, [
    viewSelect("Tool", model.tool ?? tool, choices, { onChange: (event: Event) => chooseTool(readValue(event)) }),
    h("label", [
      "Arguments ",
      h("input", {
        spellcheck: false,
        value: model.argsText ?? JSON.stringify(args),
        onInput: (event: Event) => (model.argsText = readValue(event)),
        onChange: call,
      }),
    ]),
  ]);
}

function viewAnswers({ plain, guarded }: RunAnswer): VNode[] {
  if (plain.text === guarded.text) return [viewAnswer("With and without the boundary", guarded)];
  return [viewAnswer("Without the boundary", plain), viewAnswer("Behind the boundary", guarded)];
}

function viewAnswer(title: string, { isFailure, text }: Received): VNode {
  return h("div", { class: "play-answer" }, [
    h("h3", [
      title,
      h("span", { class: isFailure ? "play-failure" : "play-success" }, isFailure ? "failure" : "success"),
    ]),
    h("pre", { tabindex: 0, "aria-label": title }, text),
  ]);
}

export function viewDifference([before, after]: readonly [string, string], { settle }: Actions): VNode {
  return h(
    "dialog",
    {
      class: "play-difference",
      "aria-label": "What the fixes change",
      onVnodeMounted: ({ el }: VNode) => (el as HTMLDialogElement).showModal(),
      onClose: () => settle(undefined),
    },
    [
      h("div", { class: "play-title" }, [
        h("h2", "What the fixes change"),
        h("button", { type: "button", onClick: () => settle(after) }, "Apply"),
        h("button", { type: "button", onClick: () => settle(undefined) }, "Cancel"),
      ]),
      h("div", { onVnodeMounted: ({ el }: VNode) => createDifference(el as HTMLElement, before, after) }),
    ],
  );
}

function preventSubmit(event: Event): void {
  event.preventDefault();
}
