import {
  type DatedSearch,
  type PagedSearch,
  parseDates,
  parseId,
  parseOneOf,
  parsePaging,
  parseText,
  withoutDefaults,
} from '@/lib/list-search';

/** The parts of the screen, by the name they have in its address. */
export const sections = [
  'preferencias',
  'notificaciones',
  'negocio',
  'usuarios',
  'almacenes',
  'etiquetas',
  'correo',
  'integraciones',
  'registro',
  'copias',
  'comprobacion',
] as const;
export type Section = (typeof sections)[number];

/** The kinds of names that products share. */
export const labelKinds = ['categorias', 'marcas', 'etiquetas'] as const;
export type LabelKind = (typeof labelKinds)[number];

/** How far a message to a webhook can have come. */
export const dispatchStates = ['delivered', 'waiting', 'failed'] as const;
export type DispatchState = (typeof dispatchStates)[number];

/** What the address says; whatever is missing or makes no sense is left out and means its default. */
export type SettingsSearch = PagedSearch &
  DatedSearch & {
    seccion?: Section | undefined;
    buscar?: string | undefined;
    /** The order of the accounts. */
    orden?: UserOrdering | undefined;
    /** Which names the section «etiquetas» shows; categories unless said. */
    tipo?: LabelKind | undefined;
    /** What the changes of the section «registro» were made to, by whom and when. */
    objeto?: string | undefined;
    usuario?: string | undefined;
    /** The shop of the section «integraciones» that is open. */
    tienda?: number | undefined;
    /** The outbound webhook of the section «integraciones» that is open, and which of its messages are shown. */
    webhook?: number | undefined;
    estado?: DispatchState | undefined;
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

/** Undefined when the text is none of the server's orderings. */
export function userOrdering(text: unknown): UserOrdering | undefined {
  return parseOneOf(orderings, text);
}

/** The server takes no longer word for what a change was made to. */
const nounMax = 40;

export function parseSettingsSearch(raw: Record<string, unknown>): SettingsSearch {
  return withoutDefaults({
    ...parsePaging(raw),
    seccion: parseOneOf(sections, raw.seccion),
    buscar: parseText(raw.buscar),
    orden: userOrdering(raw.orden),
    tipo: parseOneOf(labelKinds, raw.tipo),
    objeto: parseText(raw.objeto)?.slice(0, nounMax),
    usuario: parseText(raw.usuario),
    tienda: parseId(raw.tienda),
    webhook: parseId(raw.webhook),
    estado: parseOneOf(dispatchStates, raw.estado),
    ...parseDates(raw),
  });
}
