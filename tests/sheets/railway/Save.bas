' Opens railway.fods of the folder in which LibreOffice was started, freezes its header, and saves it as .ods and as .xlsx.
Sub Save
    Dim hidden(0) As New com.sun.star.beans.PropertyValue
    Dim filter(0) As New com.sun.star.beans.PropertyValue
    hidden(0).Name = "Hidden"
    hidden(0).Value = True
    folder = ConvertToURL(CurDir())
    document = StarDesktop.loadComponentFromURL(folder & "/railway.fods", "_blank", 0, hidden())
    document.calculateAll()
    document.CurrentController.freezeAtPosition(0, 2)
    filter(0).Name = "FilterName"
    filter(0).Value = "calc8"
    document.storeToURL(folder & "/railway.ods", filter())
    filter(0).Value = "Calc MS Excel 2007 XML"
    document.storeToURL(folder & "/railway.xlsx", filter())
    document.close(True)
End Sub
