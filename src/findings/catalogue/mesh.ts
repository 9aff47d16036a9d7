export const MESH_FINDINGS = {} as const;
