/** The roles of accounts as the server numbers them. */
export const roles = [
  { value: '1', label: 'Administrador' },
  { value: '2', label: 'Encargado' },
  { value: '3', label: 'Vendedor' },
  { value: '4', label: 'Consulta' },
];
