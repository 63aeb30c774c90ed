/** The parts of the screen, by the name they have in its address. */
export const sections = ['preferencias', 'negocio', 'usuarios'] as const;
export type Section = (typeof sections)[number];

/** What the address says; whatever is missing or makes no sense is left out and means its default. */
export type SettingsSearch = {
  seccion?: Section | undefined;
  buscar?: string | undefined;
  orden?: UserOrdering | undefined;
  pagina?: number | undefined;
  porPagina?: number | undefined;
};

const orderings = [
  'username',
  '-username',
  'name',
  '-name',
  'dateJoined',
  '-dateJoined',
  'lastLogin',
  '-lastLogin',
] as const;
export type UserOrdering = (typeof orderings)[number];

/** Null when the text is none of the server's orderings. */
export function userOrdering(text: unknown): UserOrdering | null {
  return orderings.find((ordering) => ordering === text) ?? null;
}

const pageSizes = [10, 20, 50, 100];

export function parseSettingsSearch(raw: Record<string, unknown>): SettingsSearch {
  const section = sections.find((name) => name === raw.seccion);
  const ordering = userOrdering(raw.orden);
  const page = Number(raw.pagina);
  const pageSize = pageSizes.find((size) => size === Number(raw.porPagina));
  return {
    ...(section && { seccion: section }),
    ...(typeof raw.buscar === 'string' && raw.buscar !== '' && { buscar: raw.buscar }),
    ...(ordering && { orden: ordering }),
    ...(Number.isInteger(page) && page > 1 && { pagina: page }),
    ...(pageSize && { porPagina: pageSize }),
  };
}
