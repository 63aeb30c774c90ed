import { formatUnits, plural } from '@/lib/format';

export const locationStrings = {
  title: 'Almacenes',
  hint: 'Los lugares donde guardas stock.',
  list: 'Almacenes del negocio',
  loading: 'Cargando almacenes…',
  loadFailed: 'No se pudieron cargar los almacenes',
  onlyOne: 'Con un solo almacén, ninguna pantalla lo menciona.',
  onlyOneText:
    'Cuando añadas otro, los ajustes, las entradas y los productos dirán en qué almacén está cada unidad, y ' +
    'podrás traspasar stock entre ellos.',
  columns: { name: 'Nombre', products: 'Productos', units: 'Unidades', state: 'Estado', actions: 'Acciones' },
  main: 'Por defecto',
  states: { active: 'En uso', inactive: 'Desactivado' },
  summary: (products: number, units: number) => `${plural(products, 'producto', 'productos')} · ${formatUnits(units)}`,
  add: 'Añadir almacén',
  renameOf: (name: string) => `Renombrar ${name}`,
  deactivate: 'Desactivar…',
  deactivateOf: (name: string) => `Desactivar ${name}…`,
  activate: 'Activar',
  activateOf: (name: string) => `Activar ${name}`,
  addTitle: 'Añadir almacén',
  renameTitle: 'Renombrar almacén',
  name: 'Nombre',
  nameHint: 'Por ejemplo, Tienda, Nave o Furgoneta.',
  nameRequired: 'El nombre del almacén es requerido',
  save: 'Guardar',
  saving: 'Guardando…',
  addFailed: 'No se pudo añadir el almacén',
  changeFailed: 'No se pudo cambiar el almacén',
  added: 'Almacén añadido',
  renamed: 'Almacén renombrado',
  renamedText: (before: string, after: string) => `${before} → ${after}`,
  activated: (name: string) => `${name} vuelve a estar en uso`,
  deactivated: (name: string) => `${name} está desactivado`,
  deactivateTitle: (name: string) => `¿Desactivar «${name}»?`,
  deactivateBody:
    'Dejará de aparecer al ajustar, registrar entradas y traspasar. Sus movimientos se conservan y puedes ' +
    'activarlo de nuevo.',
  deactivateConfirm: 'Desactivar',
  deactivating: 'Desactivando…',
};
