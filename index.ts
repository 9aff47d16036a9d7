/**
 * wokflow: modelled levels to Knights of the Old Republic walkmeshes and back.
 *
 * The walkmesh, and in one call its file and conversions of it: bytes in, bytes out, in a browser as in Node. What else there is has an entry by its
 * subject: `wokflow/stages`, `/formats`, `/decisions`, `/level`, `/check`, `/query`, `/pictures`, `/game`; for files `wokflow/node`.
 *
 * @packageDocumentation
 * @module wokflow
 */

// biome-ignore-all assist/source/organizeImports: by subject, as a reader looks for them

// In one call
export { type ReadWalkmesh, readSurfaceTable, readWalkmesh, writeWalkmesh } from './pipeline/bytes.ts';
export type { ConvertBytesOptions, ConvertedBytes } from './jobs/convert-in-memory.ts';
export { convertBytes } from './jobs/convert-bytes.ts';
export type { OutputFile } from './src/formats/contracts.ts';
export type { MaterialUse } from './src/scene/material-uses.ts';

// The walkmesh, and the file it lies in
export {
	createWalkmesh,
	type DoorState,
	type Hooks,
	type Walkmesh,
	type WalkmeshIdentity,
	type WalkmeshKind,
} from './src/model/walkmesh.ts';
export type { Vec3 } from './src/math/vec3.ts';
export type { BwmFile, LooseBytes } from './src/bwm/bwm-file.ts';
export type { AabbTree } from './src/tree/tree.ts';
export { deriveBwm, walkmeshFromBwm } from './src/bwm/derive.ts';
export { decodeBwm } from './importers/bwm/decode.ts';
export { encodeBwm } from './exporters/bwm/index.ts';

// What a walkmesh says
export { aabbs, adjacency, box, type PerimeterEdge, perimeterEdges, walkableFaces } from './check/inspect/tables.ts';
export type { AabbNode } from './check/inspect/facts.ts';

// Surfaces
export { isWalkable, K1, SURFACE_TABLES, type Surface, type SurfaceTable } from './src/model/surfaces.ts';
export { type NamedSurface, surfaceByName } from './src/model/surfaces.ts';

// Findings
export {
	defineFindings,
	type Finding,
	type FindingType,
	InputError,
	type Location,
	Report,
	type Severity,
} from './src/findings/report.ts';
export { UsageError } from './src/text/quote.ts';
