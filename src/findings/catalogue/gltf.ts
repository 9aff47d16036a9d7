export const GLTF_FINDINGS = {} as const;
