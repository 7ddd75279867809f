/** The product's name wherever people read it. */
export const productName = 'Parley';
