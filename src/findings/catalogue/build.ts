export const BUILD_FINDINGS = {} as const;
