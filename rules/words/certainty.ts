/** From this probability on, one answer is enough: nine of ten are right. */
export const SURE = 0.9;

/** From this probability on, three answers of four are right. */
export const LIKELY = 0.5;
