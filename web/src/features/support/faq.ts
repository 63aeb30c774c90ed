import { accountAnswers, supportAnswers } from './faq-account';
import { alertAnswers, forecastAnswers } from './faq-forecast';
import { orderAnswers } from './faq-orders';
import { productAnswers, stockAnswers } from './faq-stock';
import type { PictureName } from './pictures';

/** A question that people ask, at an address of its own: /soporte#id. */
export type Answer = {
  id: string;
  question: string;
  /** Each is a paragraph; a list of steps is an array. */
  text: (string | string[])[];
  picture?: PictureName;
};

export type AnswerGroup = { title: string; answers: Answer[] };

export const answerGroups: AnswerGroup[] = [
  { title: 'Productos', answers: productAnswers },
  { title: 'Stock e inventario', answers: stockAnswers },
  { title: 'Pedidos y tiendas', answers: orderAnswers },
  { title: 'Previsión', answers: forecastAnswers },
  { title: 'Alertas y avisos', answers: alertAnswers },
  { title: 'Tu cuenta y el negocio', answers: accountAnswers },
  { title: 'Ayuda', answers: supportAnswers },
];
