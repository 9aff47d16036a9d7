export { plainName } from './copies.ts';
export { type GeometryRole, type HookRole, isIgnoredName, type MarkerRole, type NodeRole, nodeRole } from './roles.ts';
