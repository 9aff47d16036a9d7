import { GLTF_FINDINGS } from '../importers/gltf/findings.ts';
import { OBJ_FINDINGS } from '../importers/obj/findings.ts';
import { ASCII_FINDINGS } from '../src/bwm/ascii-findings.ts';
import { BWM_FINDINGS, DERIVE_FINDINGS } from '../src/bwm/findings.ts';
import type { Catalogue } from '../src/findings/report.ts';
import { SURVEY_FINDINGS } from '../src/inspect/findings.ts';
import { COMPARE_FINDINGS } from '../src/inspect/identify-findings.ts';
import { LEVEL_FINDINGS, ROOMS_FINDINGS } from '../src/level/findings.ts';
import { LAYOUT_FINDINGS } from '../src/level/layout-findings.ts';
import { MESH_FINDINGS } from '../src/mesh/findings.ts';
import { SCENE_FINDINGS } from '../src/scene/findings.ts';
import { TWODA_FINDINGS } from '../src/walkmesh/surface-table-findings.ts';
import { BUILD_FINDINGS } from './findings.ts';

/** The catalogues of everything that reports, by subject, in the order the documentation lists them. */
export const CATALOGUES: Readonly<Record<string, Catalogue>> = {
	'Binary walkmeshes': BWM_FINDINGS,
	'glTF and GLB': GLTF_FINDINGS,
	OBJ: OBJ_FINDINGS,
	'Scenes of any format': SCENE_FINDINGS,
	'ASCII walkmeshes': ASCII_FINDINGS,
	'Layouts and visibility files': LAYOUT_FINDINGS,
	'Surface tables (2DA)': TWODA_FINDINGS,
	Cleaning: MESH_FINDINGS,
	'Deriving tables': DERIVE_FINDINGS,
	'Looking at a walkmesh': SURVEY_FINDINGS,
	'Rooms of a level': ROOMS_FINDINGS,
	'Links between rooms': LEVEL_FINDINGS,
	'Comparing, identifying, making collision': COMPARE_FINDINGS,
	'Files, formats, builds': BUILD_FINDINGS,
};
