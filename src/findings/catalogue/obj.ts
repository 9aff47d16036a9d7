export const OBJ_FINDINGS = {} as const;
