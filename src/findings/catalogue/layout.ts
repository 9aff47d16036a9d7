export const LAYOUT_FINDINGS = {} as const;
