import { javascript } from "@codemirror/lang-javascript";
import { syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { unifiedMergeView } from "@codemirror/merge";
import { EditorState, type Text } from "@codemirror/state";
import { classHighlighter } from "@lezer/highlight";
import { EditorView, basicSetup } from "codemirror";
import type { Linter } from "eslint";

type Message = Linter.LintMessage;

/** One edit that a finding offers, and what it does. */
export interface QuickFix {
  readonly label: string;
  readonly edit: NonNullable<Message["fix"]>;
}

const LOOK = [
  javascript({ typescript: true }),
  syntaxHighlighting(classHighlighter),
  EditorView.lineWrapping,
  // The colours stand in play.css, for light and dark.
  EditorView.theme({}),
];

export function createEditor(parent: HTMLElement, onChange: () => void): EditorView {
  return new EditorView({
    parent,
    extensions: [
      basicSetup,
      LOOK,
      lintGutter(),
      EditorView.contentAttributes.of({ "aria-label": "Code" }),
      EditorView.updateListener.of(({ docChanged }) => docChanged && onChange()),
    ],
  });
}

/** Shows what would change, to be read only. */
export function createDifference(parent: HTMLElement, original: string, doc: string): EditorView {
  const isRead = [EditorState.readOnly.of(true), EditorView.contentAttributes.of({ "aria-label": "Difference" })];
  const extensions = [basicSetup, LOOK, isRead, unifiedMergeView({ original, mergeControls: false })];
  return new EditorView({ parent, doc, extensions });
}

export function replaceCode(editor: EditorView, code: string): void {
  editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: code } });
}

export function listQuickFixes({ fix, suggestions = [] }: Message): QuickFix[] {
  const own = fix ? [{ label: "Fix", edit: fix }] : [];
  return [...own, ...suggestions.map(({ desc, fix: edit }) => ({ label: desc, edit }))];
}

export function applyFix(editor: EditorView, { edit }: QuickFix): void {
  const [from, to] = edit.range;
  editor.dispatch({ changes: { from, to, insert: edit.text } });
  editor.focus();
}

/** Puts squiggles under the findings, with their messages and edits. */
export function showFindings(editor: EditorView, messages: readonly Message[]): void {
  const { doc } = editor.state;
  const diagnostics = messages.map((message): Diagnostic => {
    const actions = listQuickFixes(message).map((fix) => ({
      name: fix.label,
      apply: () => {
        applyFix(editor, fix);
      },
    }));
    const source = message.ruleId ?? "syntax";
    return { ...findRange(doc, message), severity: "error", message: message.message, source, actions };
  });
  editor.dispatch(setDiagnostics(editor.state, diagnostics));
}

export function selectFinding(editor: EditorView, message: Message): void {
  const { from, to } = findRange(editor.state.doc, message);
  editor.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
  editor.focus();
}

function findRange(doc: Text, { line, column, endLine = line, endColumn = column }: Message) {
  const from = findOffset(doc, line, column);
  return { from, to: Math.max(from, findOffset(doc, endLine, endColumn)) };
}

function findOffset(doc: Text, line: number, column: number): number {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(from + Math.max(column - 1, 0), to);
}
