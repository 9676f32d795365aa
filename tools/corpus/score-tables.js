import { groupBy, MEASURES, measurePlain, measureWeighted, wilsonInterval } from "./measures.js";

/** Prints what was measured. `last` holds the answers of the run before, to name the places that changed. */
export function printScore(result, last, { wrong }) {
  const { preset, types, questions, codes, notCheckedOut, untyped, unread } = result;
  console.log(`# ${preset}, types: ${types}\n`);
  printList("Not checked out", notCheckedOut);
  printList("In no tsconfig, linted without types", untyped);
  printList("Not read", unread);
  for (const question of questions) printQuestion(question);
  for (const question of questions) printSets(question);
  const groups = Object.values(groupBy(questions, ({ group }) => group));
  for (const [question] of groups) printKinds(question);
  printCodes(codes);
  for (const question of questions) printRepositories(question);
  if (wrong) {
    questions.forEach(printWrong);
    printWrongCodes(codes);
  }
  if (last) printDifference(result, last);
}

/** Prints our rules beside those of others, by the labels of a set that are not borderline. */
export function printPeers(set, questions) {
  const measures = Object.keys(MEASURES);
  for (const { name, rows } of questions) {
    console.log(`## Rules of others: ${name}, ${set}\n`);
    printTable(
      ["rule", ...measures],
      rows.map(([rule, judged]) => {
        const firm = judged.filter(({ isBorderline }) => !isBorderline);
        return [`\`${rule}\``, ...measures.map((measure) => formatShare(measurePlain(firm, measure)))];
      }),
    );
  }
}

function printQuestion({ name, rule, judged }) {
  const firm = judged.filter(({ isBorderline }) => !isBorderline);
  const soft = judged.filter(({ isBorderline }) => isBorderline);
  console.log(`## ${name} (\`${rule}\`): ${count(firm)}, borderline ${count(soft)}\n`);
  const rows = [
    ["labels that are not borderline", firm, measurePlain],
    ["the same, weighted", firm, measureWeighted],
    ["all labels", judged, measurePlain],
    ["borderline labels alone", soft, measurePlain],
  ];
  printTable(
    ["", ...Object.keys(MEASURES)],
    rows.map(([title, places, measure]) => [
      title,
      ...Object.keys(MEASURES).map((name) => formatShare(measure(places, name))),
    ]),
  );
}

/** Each set of labels alone, where there are several. */
function printSets({ name, judged }) {
  const firm = judged.filter(({ isBorderline }) => !isBorderline);
  const sets = Object.entries(groupBy(firm, ({ label }) => label.set));
  if (sets.length < 2) return;
  console.log(`## ${name}, per set of labels\n`);
  printTable(
    ["set", ...Object.keys(MEASURES)],
    sets.map(([set, places]) => [
      set,
      ...Object.keys(MEASURES).map((measure) => formatShare(measurePlain(places, measure))),
    ]),
  );
}

function printKinds({ rule, judged }) {
  const kinds = Object.entries(groupBy(judged, ({ label }) => label.sub ?? label.label));
  console.log(`## Kinds of labels, and what \`${rule}\` reports of them\n`);
  printTable(
    ["kind of label", "places", "reported", "share"],
    kinds.sort().map(([kind, places]) => {
      const reported = places.filter(({ isReported }) => isReported).length;
      return [kind, places.length, reported, formatShare(wilsonInterval(reported, places.length))];
    }),
  );
}

/** Each repository, and what is measured when it is left out: a rule that knows one repository shows here. */
function printRepositories({ name, judged }) {
  const firm = judged.filter(({ isBorderline }) => !isBorderline);
  const rows = Object.entries(groupBy(firm, ({ repo }) => repo)).map(([repo, places]) => {
    const others = firm.filter((place) => place.repo !== repo);
    const has = (isPositive, isReported) =>
      places.filter((place) => place.isPositive === isPositive && place.isReported === isReported).length;
    return [
      repo,
      has(true, true),
      has(true, false),
      has(false, true),
      has(false, false),
      ...Object.keys(MEASURES).map((measure) => formatValue(measurePlain(others, measure)?.value)),
    ];
  });
  console.log(`## ${name}, per repository, and the measures without it\n`);
  printTable(["repository", "found", "missed", "in excess", "rightly silent", ...Object.keys(MEASURES)], rows.sort());
}

/** Prints how often the codes that are offered are those of the reader. */
export function printCodes({ contract, judged }, how = "") {
  if (judged.length === 0) return;
  const share = (has) => formatShare(wilsonInterval(judged.filter(has).length, judged.length));
  console.log(`## Codes of \`${contract}\`${how} for ${judged.length} reported raw errors that have one\n`);
  printTable(
    ["", "share"],
    [
      ["the first is the reader's", share(({ isBest }) => isBest)],
      ["the first is one that the reader accepts", share(({ first }) => first)],
      ["one of the first three is", share(({ amongThree }) => amongThree)],
      ["the first converts a cause, which may know the code", share(({ offered }) => offered[0] === "convertUnknown")],
      ["nothing is offered", share(({ offered }) => offered.length === 0)],
      ["fixed", share(({ isFixed }) => isFixed)],
    ],
  );
  printLikelihoods(judged.filter(({ confidence }) => confidence !== undefined));
}

/** The bounds of the rows of likelihoods, from the top. */
const BOUNDS = [0.9, 0.7, 0.5, 0];

/** Prints how often codes are right that are offered first, by how likely the rule takes them to be. */
function printLikelihoods(judged) {
  if (judged.length === 0) return;
  const row = (name, places) => [
    name,
    formatShare(wilsonInterval(places.filter(({ first }) => first).length, places.length)),
    formatShare(wilsonInterval(places.filter(({ amongThree }) => amongThree).length, places.length)),
  ];
  const rows = BOUNDS.map((low, index) => {
    const high = BOUNDS[index - 1] ?? Infinity;
    const places = judged.filter(({ confidence }) => confidence >= low && confidence < high);
    return row(index === 0 ? `${low} and more` : `${low} to ${high}`, places);
  });
  printTable(
    ["how likely the first code is", "it is accepted", "one of the first three is"],
    [row("where one is offered first", judged), ...rows],
  );
}

function printWrong({ name, judged }) {
  const wrong = judged.filter(({ isPositive, isReported }) => isPositive !== isReported);
  console.log(`## ${name}: ${wrong.length} wrong places\n`);
  for (const { isReported, isBorderline, place, label } of wrong) {
    const how = `${isReported ? "in excess" : "missed"}${isBorderline ? ", borderline" : ""}`;
    console.log(`- ${how}: ${place} ${label.sub ?? label.label}: ${label.reason}`);
  }
  console.log();
}

function printWrongCodes({ judged }) {
  const wrong = judged.filter(({ first }) => !first);
  console.log(`## ${wrong.length} places whose first code the reader does not accept\n`);
  for (const { place, offered, best } of wrong)
    console.log(`- ${place}: offered ${offered.join(", ")}; expected ${best}`);
  console.log();
}

function printDifference({ questions, codes }, { answers, first }) {
  console.log("## Since the last run\n");
  const lines = questions.flatMap(({ name, judged }) =>
    judged.flatMap(({ place, isPositive, isReported }) => {
      const before = answers[name]?.[place];
      if (before === undefined || before === isReported) return [];
      return `- ${name}: ${isReported === isPositive ? "now right" : "now wrong"}: ${place}`;
    }),
  );
  const changed = codes.judged.flatMap((each) => {
    const before = first[each.place];
    if (before === undefined || before === each.first) return [];
    return `- code: ${each.first ? "now right" : "now wrong"}: ${each.place}: ${each.offered.join(", ")}`;
  });
  console.log([...lines, ...changed].join("\n") || "No answer changed.");
  console.log();
}

function count(judged) {
  const positive = judged.filter(({ isPositive }) => isPositive).length;
  return `${positive} and ${judged.length - positive} others`;
}

function formatShare(share) {
  if (!share) return "-";
  return `${formatValue(share.value)} (${formatValue(share.low)} to ${formatValue(share.high)}; of ${share.of})`;
}

function formatValue(value) {
  return value === undefined ? "-" : value.toFixed(2);
}

function printList(title, list) {
  if (list.length > 0) console.log(`${title} (${list.length}): ${list.join(", ")}\n`);
}

function printTable(head, rows) {
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  console.log(`${lines.join("\n")}\n`);
}
