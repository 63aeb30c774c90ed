type Raw = Record<string, unknown>;

/** The search params of an address as plain text: a barcode is no number and «true» is a word. */
export function readSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/**
 * Makes a parser of search params the last word about them. The router lays the parsed params over the raw
 * ones, so what a parser merely leaves out would reach the screen as it stands in the address.
 */
export function onlyKnown<Search extends object>(parse: (raw: Raw) => Search): (raw: Raw) => Search {
  return (raw) => {
    const nothing = Object.fromEntries(Object.keys(raw).map((name) => [name, undefined]));
    return { ...nothing, ...parse(raw) };
  };
}
