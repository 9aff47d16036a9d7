import type { SurfaceTable } from '../../src/model/surfaces.ts';
import { encodedMarkup } from '../../src/text/xml.ts';
import type { PlanOptions, PlanRoom } from './options.ts';
import { drawPlan } from './plan.ts';
import { writeView } from './view.ts';

/** A picture of walkmeshes as SVG: from above, or as the options say. @returns UTF-8 @throws as `drawPlan` and `writeView` */
export function writePicture(rooms: readonly PlanRoom[], table: SurfaceTable, options: PlanOptions = {}): Uint8Array {
	const { view = 'plan' } = options;
	return encodedMarkup(view === 'plan' ? drawPlan(rooms, table, options) : [writeView(view, rooms, table, options)]);
}
