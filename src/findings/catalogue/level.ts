export const LEVEL_FINDINGS = {} as const;
