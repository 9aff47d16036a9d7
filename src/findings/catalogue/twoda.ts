export const TWODA_FINDINGS = {} as const;
