const MOST_BYTES = 64 * 1024;

/** Leaves out weights until the file has its size, those first that change the fewest scores of the sites. */
export function shrinkFile(file, sites) {
  const count = new Map();
  for (const { features } of sites) for (const fact of features) count.set(fact, (count.get(fact) ?? 0) + 1);
  const weights = Object.fromEntries(Object.entries(file.weights).map(([kind, ofKind]) => [kind, { ...ofKind }]));
  const facts = Object.entries(weights).flatMap(([kind, ofKind]) =>
    Object.entries(ofKind).map(([name, written]) => ({
      kind,
      name,
      size: JSON.stringify({ [name]: written }).length - 1,
      importance: (count.get(`${kind}:${name}`) ?? 0) * sumOf(written),
    })),
  );
  facts.sort((one, other) => one.importance - other.importance);
  let bytes = JSON.stringify(file).length + 1;
  for (const { kind, name, size } of facts) {
    if (bytes <= MOST_BYTES) break;
    delete weights[kind][name];
    bytes -= size;
  }
  return { ...file, weights };
}

function sumOf(written) {
  return (written.match(/\d+/g) ?? []).reduce((sum, number) => sum + Number(number), 0);
}
