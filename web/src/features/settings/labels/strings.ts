import { formatInteger, plural } from '@/lib/format';
import type { LabelKind } from '../search';

type Words = {
  tab: string;
  list: string;
  search: string;
  count: (count: number) => string;
  renameTitle: string;
  empty: string;
  noMatch: string;
};

/** The same words for each kind, so that a sentence is never put together from pieces. */
export const labelWords: Record<LabelKind, Words> = {
  categorias: {
    tab: 'Categorías',
    list: 'Categorías de los productos',
    search: 'Buscar una categoría',
    count: (count) => plural(count, 'categoría', 'categorías'),
    renameTitle: 'Renombrar categoría',
    empty: 'Aún no hay categorías',
    noMatch: 'Ninguna categoría coincide con la búsqueda',
  },
  marcas: {
    tab: 'Marcas',
    list: 'Marcas de los productos',
    search: 'Buscar una marca',
    count: (count) => plural(count, 'marca', 'marcas'),
    renameTitle: 'Renombrar marca',
    empty: 'Aún no hay marcas',
    noMatch: 'Ninguna marca coincide con la búsqueda',
  },
  etiquetas: {
    tab: 'Etiquetas',
    list: 'Etiquetas de los productos',
    search: 'Buscar una etiqueta',
    count: (count) => plural(count, 'etiqueta', 'etiquetas'),
    renameTitle: 'Renombrar etiqueta',
    empty: 'Aún no hay etiquetas',
    noMatch: 'Ninguna etiqueta coincide con la búsqueda',
  },
};

export const labelStrings = {
  title: 'Categorías, marcas y etiquetas',
  hint: 'Nacen al escribirlas en un producto. Aquí las renombras o las unes para todos a la vez.',
  kind: 'Qué quieres ver',
  loading: 'Cargando la lista…',
  loadFailed: 'No se pudo cargar la lista',
  clearSearch: 'Borrar la búsqueda',
  emptyText: 'Escríbelas al crear o editar un producto y aparecerán aquí.',
  noMatchText: 'Prueba con otra palabra.',
  columns: { name: 'Nombre', products: 'Productos', actions: 'Acciones' },
  products: (count: number) => plural(count, 'producto', 'productos'),
  seeProducts: (name: string) => `Ver los productos de ${name}`,
  renameOf: (name: string) => `Renombrar ${name}`,
  name: 'Nombre',
  nameHint: (count: number) =>
    count === 1
      ? 'Cambiará en su producto. Si ya existe otra con ese nombre, podrás unirlas.'
      : `Cambiará en sus ${formatInteger(count)} productos. Si ya existe otra con ese nombre, podrás unirlas.`,
  nameRequired: 'El nombre es requerido',
  save: 'Guardar',
  saving: 'Guardando…',
  failed: 'No se pudo renombrar',
  renamed: 'Nombre cambiado',
  renamedText: (before: string, after: string) => `${before} → ${after}`,
  mergeTitle: (from: string, into: string) => `¿Unir «${from}» con «${into}»?`,
  mergeWarning: 'No se puede deshacer.',
  merge: 'Unir',
  merging: 'Uniendo…',
  merged: (name: string) => `Todo está ahora en ${name}`,
};
