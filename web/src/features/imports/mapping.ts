/** What each column of the file is, in the order of the columns: the name of a field, or nothing. */
export type ColumnChoices = readonly string[];

/** The server counts by field, people look at columns. */
export function choicesOf(mapping: Record<string, number>, columns: number): ColumnChoices {
  const choices = Array.from({ length: columns }, () => '');
  for (const [field, column] of Object.entries(mapping)) {
    if (column < columns) choices[column] = field;
  }
  return choices;
}

export function mappingOf(choices: ColumnChoices): Record<string, number> {
  const chosen = choices.map((field, column) => [field, column] as const).filter(([field]) => field !== '');
  return Object.fromEntries(chosen);
}

/** A field has one column: choosing it for another takes it away from the first. */
export function choose(choices: ColumnChoices, column: number, field: string): ColumnChoices {
  return choices.map((before, index) => {
    if (index === column) return field;
    return before === field ? '' : before;
  });
}

/** The first different values of a column that are not empty, so that people recognise it. */
export function samplesOf(sample: readonly (readonly string[])[], column: number, most = 3): string[] {
  const texts = sample.map((row) => row[column]?.trim() ?? '').filter((text) => text !== '');
  return [...new Set(texts)].slice(0, most);
}
