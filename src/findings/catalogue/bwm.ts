export const BWM_FINDINGS = {} as const;
