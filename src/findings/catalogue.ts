import type { ASCII_FINDINGS } from './catalogue/ascii.ts';
import { ASCII_FINDINGS as ascii } from './catalogue/ascii.ts';
import type { BUILD_FINDINGS } from './catalogue/build.ts';
import { BUILD_FINDINGS as build } from './catalogue/build.ts';
import type { BWM_FINDINGS } from './catalogue/bwm.ts';
import { BWM_FINDINGS as bwm } from './catalogue/bwm.ts';
import type { COMPARE_FINDINGS } from './catalogue/compare.ts';
import { COMPARE_FINDINGS as compare } from './catalogue/compare.ts';
import type { DERIVE_FINDINGS } from './catalogue/derive.ts';
import { DERIVE_FINDINGS as derive } from './catalogue/derive.ts';
import type { GLTF_FINDINGS } from './catalogue/gltf.ts';
import { GLTF_FINDINGS as gltf } from './catalogue/gltf.ts';
import type { LAYOUT_FINDINGS } from './catalogue/layout.ts';
import { LAYOUT_FINDINGS as layout } from './catalogue/layout.ts';
import type { LEVEL_FINDINGS } from './catalogue/level.ts';
import { LEVEL_FINDINGS as level } from './catalogue/level.ts';
import type { MESH_FINDINGS } from './catalogue/mesh.ts';
import { MESH_FINDINGS as mesh } from './catalogue/mesh.ts';
import type { OBJ_FINDINGS } from './catalogue/obj.ts';
import { OBJ_FINDINGS as obj } from './catalogue/obj.ts';
import type { ROOMS_FINDINGS } from './catalogue/rooms.ts';
import { ROOMS_FINDINGS as rooms } from './catalogue/rooms.ts';
import type { SCENE_FINDINGS } from './catalogue/scene.ts';
import { SCENE_FINDINGS as scene } from './catalogue/scene.ts';
import type { SURVEY_FINDINGS } from './catalogue/survey.ts';
import { SURVEY_FINDINGS as survey } from './catalogue/survey.ts';
import type { TWODA_FINDINGS } from './catalogue/twoda.ts';
import { TWODA_FINDINGS as twoda } from './catalogue/twoda.ts';

/** Every finding there is, by code: severity, sentence, advice. `docs/findings.md` is generated from it. */
export type Catalogue = typeof ASCII_FINDINGS &
	typeof BUILD_FINDINGS &
	typeof BWM_FINDINGS &
	typeof COMPARE_FINDINGS &
	typeof DERIVE_FINDINGS &
	typeof GLTF_FINDINGS &
	typeof LAYOUT_FINDINGS &
	typeof LEVEL_FINDINGS &
	typeof MESH_FINDINGS &
	typeof OBJ_FINDINGS &
	typeof ROOMS_FINDINGS &
	typeof SCENE_FINDINGS &
	typeof SURVEY_FINDINGS &
	typeof TWODA_FINDINGS;

/** The areas of the catalogue, in the order the documentation lists them. */
export const CATALOGUE_AREAS: {
	readonly bwm: typeof BWM_FINDINGS;
	readonly gltf: typeof GLTF_FINDINGS;
	readonly obj: typeof OBJ_FINDINGS;
	readonly scene: typeof SCENE_FINDINGS;
	readonly ascii: typeof ASCII_FINDINGS;
	readonly layout: typeof LAYOUT_FINDINGS;
	readonly twoda: typeof TWODA_FINDINGS;
	readonly mesh: typeof MESH_FINDINGS;
	readonly derive: typeof DERIVE_FINDINGS;
	readonly survey: typeof SURVEY_FINDINGS;
	readonly rooms: typeof ROOMS_FINDINGS;
	readonly level: typeof LEVEL_FINDINGS;
	readonly compare: typeof COMPARE_FINDINGS;
	readonly build: typeof BUILD_FINDINGS;
} = { bwm, gltf, obj, scene, ascii, layout, twoda, mesh, derive, survey, rooms, level, compare, build };

export const CATALOGUE: Catalogue = {
	...bwm,
	...gltf,
	...obj,
	...scene,
	...ascii,
	...layout,
	...twoda,
	...mesh,
	...derive,
	...survey,
	...rooms,
	...level,
	...compare,
	...build,
};
