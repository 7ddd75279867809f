/** The product's name as users read it. */
export const productName = 'Parley';
