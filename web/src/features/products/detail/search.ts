/** What the address of a product's page says besides which product it is. */
export type DetailsSearch = {
  /** The page of its movements. */
  pagina?: number | undefined;
};

export function parseDetailsSearch(raw: Record<string, unknown>): DetailsSearch {
  const page = Number(raw.pagina);
  return Number.isInteger(page) && page > 1 ? { pagina: page } : {};
}
