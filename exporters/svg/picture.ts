import type { SurfaceTable } from '../../src/walkmesh/surfaces.ts';
import type { PlanOptions, PlanRoom } from './options.ts';
import { writePlan } from './plan.ts';
import { writeView } from './view.ts';

/** A picture of walkmeshes as SVG: from above, or as the options say. @throws as `writePlan` and `writeView` */
export function writePicture(rooms: readonly PlanRoom[], table: SurfaceTable, options: PlanOptions = {}): string {
	const { view = 'plan' } = options;
	return view === 'plan' ? writePlan(rooms, table, options) : writeView(view, rooms, table, options);
}
