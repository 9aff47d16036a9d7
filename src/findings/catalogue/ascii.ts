export const ASCII_FINDINGS = {} as const;
