/** What people call the things of the audit, each with the names of its fields in the order they are read. */
export const auditNouns: Record<string, { name: string; fields: Record<string, string> }> = {
  product: {
    name: 'Producto',
    fields: {
      SKU: 'SKU',
      Name: 'Nombre',
      Description: 'Descripción',
      Barcode: 'Código de barras',
      ImageURL: 'Imagen',
      Status: 'Estado',
      MinStock: 'Stock mínimo',
      MaxStock: 'Stock máximo',
      AlertDays: 'Días de alerta',
      AlertBlocked: 'Alerta bloqueada',
      Price: 'Precio',
      Category: 'Categoría',
      Brand: 'Marca',
      Tags: 'Etiquetas',
      Stock: 'Stock',
    },
  },
  order: {
    name: 'Pedido',
    fields: {
      Number: 'Número',
      Status: 'Estado',
      Total: 'Total',
      Currency: 'Moneda',
      CustomerName: 'Cliente',
      CustomerEmail: 'Email del cliente',
      ShippingAddress: 'Dirección de envío',
      BillingAddress: 'Dirección de facturación',
      Notes: 'Notas',
      Lines: 'Líneas',
      Units: 'Unidades',
    },
  },
  entry: {
    name: 'Entrada',
    fields: {
      Quantity: 'Cantidad',
      Type: 'Tipo',
      Reason: 'Motivo',
      Notes: 'Notas',
      UnitCost: 'Coste unitario',
      Currency: 'Moneda',
      LocationID: 'Almacén',
    },
  },
  transfer: {
    name: 'Traspaso',
    fields: { Quantity: 'Cantidad', FromLocationID: 'Desde', ToLocationID: 'Hasta', Notes: 'Notas' },
  },
  stocktake: {
    name: 'Recuento',
    fields: {
      State: 'Estado',
      LocationID: 'Almacén',
      CategoryName: 'Categoría',
      Blind: 'A ciegas',
      Notes: 'Notas',
      Lines: 'Productos',
      Counted: 'Contados',
      Differing: 'Con diferencia',
    },
  },
  import: {
    name: 'Importación',
    fields: {
      FileName: 'Archivo',
      Status: 'Estado',
      Created: 'Creados',
      Updated: 'Actualizados',
      Unchanged: 'Sin cambios',
      Failure: 'Fallo',
    },
  },
  category: { name: 'Categoría', fields: { Name: 'Nombre' } },
  brand: { name: 'Marca', fields: { Name: 'Nombre' } },
  tag: { name: 'Etiqueta', fields: { Name: 'Nombre' } },
  location: { name: 'Almacén', fields: { Name: 'Nombre', Active: 'En uso' } },
  subscription: {
    name: 'Webhook de salida',
    fields: {
      Name: 'Nombre',
      URL: 'Dirección',
      Events: 'Eventos',
      Active: 'Activo',
      Stopped: 'Motivo',
      SecretChanged: 'Secreto cambiado',
    },
  },
  user: {
    name: 'Usuario',
    fields: {
      Username: 'Usuario',
      FirstName: 'Nombre',
      MiddleName: 'Segundo nombre',
      LastName: 'Apellido',
      SecondLastName: 'Segundo apellido',
      Email: 'Email',
      DNI: 'DNI',
      Role: 'Rol',
      State: 'Estado',
    },
  },
  settings: {
    name: 'Negocio',
    fields: {
      BusinessName: 'Nombre del negocio',
      Location: 'Lugar',
      SupportEmail: 'Email de soporte',
      SalesCurrency: 'Moneda de venta',
      PurchaseCurrency: 'Moneda de compra',
      TimeZone: 'Zona horaria',
      Registration: 'Quién puede registrarse',
      NewAccountRole: 'Rol de las cuentas nuevas',
    },
  },
};

const roles = { 1: 'Administrador', 2: 'Encargado', 3: 'Vendedor', 4: 'Consulta' };

/** The values that are words of the server, by the thing and its field. */
export const auditValues: Record<string, Record<string, string>> = {
  'product.Status': {
    active: 'Activo',
    inactive: 'Inactivo',
    discontinued: 'Descontinuado',
    out_of_stock: 'Sin Stock',
  },
  'order.Status': {
    pending: 'Pendiente',
    processing: 'Procesando',
    shipped: 'Enviado',
    delivered: 'Entregado',
    cancelled: 'Cancelado',
    returned: 'Devuelto',
  },
  'entry.Type': { purchase: 'Compra', return: 'Devolución', adjustment: 'Ajuste', manual: 'Manual' },
  'stocktake.State': { open: 'Abierto', posted: 'Registrado', cancelled: 'Cancelado' },
  'import.Status': {
    uploading: 'Subiendo',
    draft: 'Borrador',
    queued: 'En espera',
    checking: 'Comprobando',
    applying: 'Importando',
    done: 'Hecha',
    failed: 'Fallida',
    undoing: 'Deshaciendo',
    undone: 'Deshecha',
  },
  'user.Role': roles,
  'user.State': { active: 'Activo', pending: 'Pendiente', inactive: 'Inactivo' },
  'settings.NewAccountRole': roles,
  'settings.Registration': { open: 'Cualquiera', approval: 'Con aprobación', closed: 'Nadie' },
};

export const auditActions: Record<string, string> = {
  create: 'Alta',
  update: 'Modificación',
  delete: 'Eliminación',
  restore: 'Recuperación',
  stock: 'Cambio de stock',
  password: 'Contraseña cambiada',
  undo: 'Deshecho',
  post: 'Registro',
  cancel: 'Cancelación',
};

export const auditStrings = {
  system: 'Sistema',
  emptyValue: 'vacío',
  yes: 'sí',
  no: 'no',
  data: 'Ver los datos',
  number: (id: number) => `n.º ${id}`,
};
