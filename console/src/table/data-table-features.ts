import {
  createColumnHelper,
  type RowData,
  rowExpandingFeature,
  rowSelectionFeature,
  tableFeatures,
} from '@tanstack/react-table'

export interface ColumnLook {
  /** Tailwind classes for header and cells: width, alignment, from which width of the list on it shows. */
  className?: string
  /** The name the address and the API sort by; the header becomes a button. */
  sortBy?: string
  /** A header for screen readers only. */
  isHeaderHidden?: boolean
  /** The cell that names the row. */
  isRowHeader?: boolean
}

// Only the type of columnMeta counts; the library drops the value.
export const features = tableFeatures({
  rowSelectionFeature,
  rowExpandingFeature,
  columnMeta: {} as ColumnLook,
})

export const columnsOf = <Row extends RowData>() => createColumnHelper<typeof features, Row>()
